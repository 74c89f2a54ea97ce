/** The reference page: no inline script or style, nothing of another host. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fatura API · reference</title>
    <link rel="icon" href="/docs/favicon.png" />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/page.css" />
    <script src="/docs/swagger-ui-bundle.js" defer></script>
    <script src="/docs/page.js" defer></script>
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page needs JavaScript. The document itself is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</noscript>
  </body>
</html>
`;

/** Without sorters, tags and operations stand as in the document. */
export const SCRIPT = `SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // The badge of a validator would send the document's address to another host.
  validatorUrl: null,
  // Settings in the page's own address could point it to somebody else's document.
  queryConfigEnabled: false,
});
`;

/**
 * The style hides the parts of Swagger UI that this API has no use for, and mends those that do not fit a telephone.
 */
export const STYLE = `body {
  margin: 0;
}
/* The name of a licence that is on no list would be a link to nowhere; answers have no links. */
.swagger-ui .info__license,
.swagger-ui .response-col_links {
  display: none;
}
.swagger-ui .info,
.swagger-ui .scheme-container {
  margin-bottom: 24px;
}
/* All ways to authorize at once: the dialog opens at the last of them. */
.swagger-ui .dialog-ux .modal-ux-content {
  max-height: 85vh;
}
@media (max-width: 640px) {
  .swagger-ui .wrapper {
    padding: 0 8px;
  }
  .swagger-ui .opblock-summary-path {
    max-width: 100%;
  }
  .swagger-ui .scheme-container .servers select {
    min-width: 0;
    max-width: calc(100vw - 40px);
  }
  .swagger-ui .opblock-body {
    overflow-x: auto;
  }
}
`;
