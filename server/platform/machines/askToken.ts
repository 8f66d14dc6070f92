import { createInterface } from 'node:readline/promises';

/** Reads a one-time token from the standard input, and asks for it at a terminal; null: the input has ended. */
export async function askToken(question: string): Promise<string | null> {
  const lines = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY,
  });
  try {
    if (process.stdin.isTTY) return await lines.question(question);
    for await (const line of lines) return line;
    return null;
  } finally {
    lines.close();
  }
}
