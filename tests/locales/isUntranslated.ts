/** Characters that a Chinese or Korean text has, unless it is an abbreviation. */
const scripts = { cn: /[\u3400-\u9fff]/, kr: /[\uac00-\ud7af]/ };

/**
 * Tells whether a Chinese or Korean text still is English: it has two English words in a row, or a word in lower
 * case and no character of its own script. Abbreviations, names, addresses, options and places of values are allowed.
 */
export function isUntranslated(text: string, language: keyof typeof scripts): boolean {
  const words = text
    .replace(/\$t\([^)]*\)|\{\{.*?\}\}|\{\w+\}|<\/?\w+>/g, '·')
    .replace(/[\w:.-]*\/[\w:./-]*|--\w+/g, '·');
  if (/\b[a-z]{2,}[ ,]+[A-Za-z]{2,}\b|\b[A-Za-z]{2,}[ ,]+[a-z]{2,}\b/.test(words)) return true;
  return !scripts[language].test(words) && /\b[a-z]{3,}\b/.test(words);
}
