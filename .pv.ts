import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync, crc32 } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { renderBoletoPdf } from './src/payments/artefacts/render-boleto-pdf.ts';
import { boletoBarcode } from './src/payments/boleto/barcode.ts';
const base = {
  barcode: boletoBarcode({bank:'999',dueDate:'2026-12-01',amountCents:123456,freeField:'00000000'+'123'.padStart(17,'0')}),
  ourNumber:'123'.padStart(17,'0'), documentNumber:'4711', dueDate:'2026-12-01', lastPaymentDate:'2026-12-31', documentDate:'2026-11-21', processingDate:'2026-11-21',
  beneficiary:{name:'Padaria Estrela Ltda.',document:'12345678000195',account:'0000 / 0000000-0'},
  payer:{name:'Ana Souza de Araújo',document:'11144477735',address:{zip_code:'01310100',street:'Avenida Paulista',number:'1000',complement:'apto 42',district:'Bela Vista',city:'São Paulo',state:'SP',country:'BR'}},
  wallet:'00', discount:{cents:6173,until:'2026-11-28'}, fine:{terms:{type:'percentage' as const,ppm:20000},cents:2469}, interest:{terms:{type:'percentage' as const,ppm:333},cents:41}, description:'Encomenda 12: pães, bolos e salgados', isTest:true,
};
const L='Comércio e Indústria de Panificação Ação Órgão WWWW '.repeat(6).trim();
const long = {...base, isTest:true, barcode: boletoBarcode({bank:'748',dueDate:'2026-12-01',amountCents:99_999_999_99,freeField:'9'.repeat(25)}), ourNumber:'9'.repeat(25), documentNumber:'9007199254740991',
 beneficiary:{name:L,document:'12ABC34501DE35',account:'9999-9 / 99999999999-9'}, payer:{name:L,document:'12ABC34501DE35',address:{zip_code:'01310100',street:L,number:'100000',complement:L,district:L,city:L,state:'SP',country:'BR'}}, wallet:'109', discount:{cents:99_999_999_98,until:'2026-11-28'}, fine:{terms:{type:'percentage' as const,ppm:999999},cents:99_999_999_99}, interest:{terms:{type:'percentage' as const,ppm:333333},cents:33_333_333_33}, description:L+' '+L.slice(0,180)};
const lib = await PDFiumLibrary.init();
for (const [n,d] of Object.entries({boleto:base,long,real:{...base,isTest:false,discount:null,barcode: boletoBarcode({bank:'341',dueDate:'2026-12-01',amountCents:123456,freeField:'1'.repeat(25)})}})) {
  const t=performance.now(); const pdf=await renderBoletoPdf(d); const ms=performance.now()-t;
  writeFileSync(`/tmp/${n}.pdf`,pdf);
  const doc=await lib.loadDocument(pdf); const page=doc.getPage(0); if(n==='boleto')console.log(doc.getPage(0).getText());
  const {data,width,height}=await page.render({scale:2, render:'bitmap', colorSpace:'Gray'});
  console.log(n,pdf.length,ms.toFixed(1),doc.getPageCount(),width,height,data.length);
  writeFileSync(`/tmp/${n}.png`,png(data,width,height));
  if(n==='boleto')0;
}
console.log(process.memoryUsage().rss/1e6);
function png(g:Uint8Array,w:number,h:number){const raw=Buffer.alloc((w+1)*h);for(let y=0;y<h;y++){Buffer.from(g.buffer,g.byteOffset+y*w,w).copy(raw,y*(w+1)+1)}
const ch=(t:string,d:Buffer)=>{const b=Buffer.concat([Buffer.from(t),d]);const o=Buffer.alloc(8+b.length);o.writeUInt32BE(d.length,0);b.copy(o,4);o.writeUInt32BE(crc32(b)>>>0,4+b.length);return o};
const ih=Buffer.alloc(13);ih.writeUInt32BE(w,0);ih.writeUInt32BE(h,4);ih[8]=8;ih[9]=0;
return Buffer.concat([Buffer.from([137,80,78,71,13,10,26,10]),ch('IHDR',ih),ch('IDAT',deflateSync(raw)),ch('IEND',Buffer.alloc(0))]);}
