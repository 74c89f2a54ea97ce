// Copies what the compiled code reads beside itself, and the compiler leaves behind: templates, styles, scripts,
// pictures.
import { cpSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const KINDS = ['.eta', '.css', '.js', '.svg', '.md'];

for (const folder of ['app/docs', 'base/http/docs', 'checkout', 'gateways', 'panel', 'payments', 'sandbox']) {
  cpSync(join(root, 'src', folder), join(root, 'dist', 'src', folder), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || KINDS.includes(extname(path)),
  });
}
