/** Prints the size of the repository and of its graph of imports: `npm run figures`. */
import { cyclic, folderSizes, isCode, layers, linesOf, listFiles, readImports, upward } from './tree.ts';

const files = listFiles();
const imports = readImports(files);
const top = (name: string) => name.split('/')[0] ?? '';

const tops = [...new Set(files.map(top))].map((name) => {
  const code = files.filter((one) => top(one) === name && isCode(one));
  const lines = code.map(linesOf).sort((a, b) => a - b);
  return {
    folder: name,
    files: code.length,
    lines: lines.reduce((sum, one) => sum + one, 0),
    'median of lines': lines[lines.length >> 1] ?? 0,
    folders: folderSizes(code).length,
    'largest folder': folderSizes(code)[0]?.join(', ') ?? '',
  };
});
console.table(tops);
console.table([
  {
    files: tops.reduce((sum, one) => sum + one.files, 0),
    lines: tops.reduce((sum, one) => sum + one.lines, 0),
    imports: imports.length,
    'in cycles': cyclic(imports).length,
    ...Object.fromEntries(
      Object.entries(layers).map(([name, layerOf]) => [`upward, ${name}`, upward(imports, layerOf).length]),
    ),
    'largest folder': folderSizes(files)[0]?.join(', '),
  },
]);
