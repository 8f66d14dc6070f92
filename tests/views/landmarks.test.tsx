import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLandmarks } from '../../src/views/shell/useLandmarks.ts';

// jsdom lays nothing out: everything that is there counts as shown.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
});
afterEach(() => vi.restoreAllMocks());

function Page({ isAsking = false }: { isAsking?: boolean }) {
  useLandmarks();
  return (
    <>
      <header>
        <section aria-label="Alarm strip">
          <button type="button">Acknowledge</button>
        </section>
        <button type="button">All-call</button>
      </header>
      <nav aria-label="Main menu">
        <a href="/home">Home</a>
        <a href="/zones">Zones</a>
      </nav>
      <main aria-label="Zones" tabIndex={-1}>
        <input aria-label="Search" />
      </main>
      <nav aria-label="Bottom bar">
        <button type="button">Menu</button>
      </nav>
      {isAsking && <div role="dialog">Delete?</div>}
    </>
  );
}

const press = (shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'F6', shiftKey });
/** Name of the innermost part of the page that has the focus. */
const place = () =>
  document.activeElement?.closest('section, header, nav, main')?.getAttribute('aria-label') ?? null;

it('F6 goes through top bar, alarm strip, menu, screen and bottom bar, and Shift+F6 back', () => {
  render(<Page />);
  const places = [];
  for (let i = 0; i < 5; i++) {
    press();
    places.push(place());
  }
  expect(places.slice(1)).toEqual(['Alarm strip', 'Main menu', 'Zones', 'Bottom bar']);
  press(true);
  expect(place()).toBe('Zones');
  press(true);
  expect(place()).toBe('Main menu');
  press(true);
  expect(place()).toBe('Alarm strip');
  press(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All-call' }));
});

it('a part has the focus where it was left', () => {
  render(<Page />);
  screen.getByRole('link', { name: 'Zones' }).focus();
  press();
  expect(place()).toBe('Zones');
  press(true);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Zones' }));
});

it('an open dialog keeps the focus', () => {
  render(<Page isAsking />);
  screen.getByRole('button', { name: 'All-call' }).focus();
  press();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'All-call' }));
});
