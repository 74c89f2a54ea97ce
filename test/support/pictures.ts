import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { prepareZXingModule, readBarcodes, type ReadInputBarcodeFormat } from 'zxing-wasm/reader';

/** Pixels of one byte, row by row: 0 is black. */
export interface Picture {
  grey: Uint8Array;
  width: number;
  height: number;
}

const wasmOf = (specifier: string): Promise<Buffer> => readFile(createRequire(import.meta.url).resolve(specifier));

let ready: Promise<unknown> | undefined;

/** The programs that draw and read pictures; from node_modules, as zxing-wasm would fetch its own from a CDN. */
async function prepare(): Promise<void> {
  ready ??= Promise.all([
    wasmOf('@resvg/resvg-wasm/index_bg.wasm').then((wasm) => initWasm(wasm)),
    wasmOf('zxing-wasm/reader/zxing_reader.wasm').then((wasm) =>
      prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
    ),
  ]);
  await ready;
}

/**
 * An SVG as a browser would show it, each of its units `zoom` pixels wide; where it is transparent, `background` shows.
 */
export async function pictureOfSvg(
  svg: string,
  { zoom, background }: { zoom: number; background?: string },
): Promise<Picture> {
  await prepare();
  const options = { fitTo: { mode: 'zoom', value: zoom } as const, ...(background ? { background } : {}) };
  const image = new Resvg(svg, options).render();
  const { pixels, width, height } = image;
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) {
    // Premultiplied; on no background at all, as on a black one.
    grey[i] = Math.round((pixels[4 * i]! + pixels[4 * i + 1]! + pixels[4 * i + 2]!) / 3);
  }
  image.free();
  return { grey, width, height };
}

/** Reads the barcode in a picture, as text. */
export async function decode({ grey, width, height }: Picture, format: ReadInputBarcodeFormat): Promise<string[]> {
  await prepare();
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) pixels[i] = 0xff000000 | (grey[i]! * 0x010101);
  const image = { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' };
  const found = await readBarcodes(image, { formats: [format] });
  return found.map(({ text }) => text);
}

let pdfium: Promise<PDFiumLibrary> | undefined;

/** Hands over a PDF as Chrome's own library (PDFium) reads it. */
export async function withPdf<T>(pdf: Uint8Array, use: (document: PDFiumDocument) => T | Promise<T>): Promise<T> {
  const document = await (await (pdfium ??= PDFiumLibrary.init())).loadDocument(pdf);
  try {
    return await use(document);
  } finally {
    document.destroy();
  }
}

/** The first page of a PDF, as a printer of that resolution would print it. */
export function pictureOfPdf(pdf: Uint8Array, { dpi }: { dpi: number }): Promise<Picture> {
  return withPdf(pdf, async (document) => {
    const page = await document.getPage(0).render({ scale: dpi / 72, colorSpace: 'Gray', render: 'bitmap' });
    return { grey: page.data.slice(), width: page.width, height: page.height };
  });
}

/** Its words, in the order of drawing, with single spaces. */
export function textOfPdf(pdf: Uint8Array): Promise<string> {
  return withPdf(pdf, (document) => document.getPage(0).getText().replace(/\s+/g, ' '));
}
