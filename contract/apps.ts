import { z } from 'zod';
import type { Language } from './language.ts';

/** The client programs: web apps that a browser installs. */
export const appNames = ['console', 'station'] as const;
export type AppName = (typeof appNames)[number];

/** Icons of every brand, files of its folder; a maskable one may be cut to any shape. */
export const appIcons = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'maskable-512.png', size: 512, purpose: 'maskable' },
  { file: 'touch-180.png', size: 180, purpose: 'apple' },
] as const;

/** Pages at which the programs start. */
export const appStart: Record<AppName, string> = { console: '/', station: '/terminal/?role=caster' };

const stationWord: Record<Language, string> = { cn: '分控', en: 'call station', kr: '페이징 콘솔' };

/** Name of a program as the machine that has it shows it. @param brand short name of the brand */
export function appName(app: AppName, brand: string, language: Language): string {
  return app === 'console' ? brand : `${brand} ${stationWord[language]}`;
}

/** Manifest of a web app (https://www.w3.org/TR/appmanifest/). */
export const appManifest = z.object({
  id: z.string().describe('Identity of the app.'),
  name: z.string().describe('Name of the app.'),
  short_name: z.string().describe('Name under its icon.'),
  lang: z.string().describe('Language of the names.'),
  start_url: z.string().describe('Page at which it starts.'),
  scope: z.string().describe('Pages that it shows.'),
  display: z.literal('standalone').describe('Window without the bars of the browser.'),
  theme_color: z.string().describe('Colour of the window.'),
  background_color: z.string().describe('Colour before the first page.'),
  icons: z
    .array(
      z.object({
        src: z.string().describe('Address of the icon.'),
        sizes: z.string().describe('Size, as 192x192.'),
        type: z.literal('image/png').describe('Type of the file.'),
        purpose: z
          .enum(['any', 'maskable'])
          .describe('`any`: shown as it is; `maskable`: may be cut to any shape.'),
      }),
    )
    .describe('Icons.'),
});
export type AppManifest = z.output<typeof appManifest>;
