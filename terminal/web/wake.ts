/** Keeps the screen on while wanted and while the page can be seen; browsers without it are left alone. */
export class WakeLock {
  #wanted: boolean;
  #lock: WakeLockSentinel | null = null;

  constructor(wanted: boolean) {
    this.#wanted = wanted;
    document.addEventListener('visibilitychange', () => void this.#update());
    void this.#update();
  }

  static get possible(): boolean {
    return 'wakeLock' in navigator;
  }

  want(wanted: boolean): void {
    this.#wanted = wanted;
    void this.#update();
  }

  async #update(): Promise<void> {
    const wanted = this.#wanted && document.visibilityState === 'visible';
    if (wanted && WakeLock.possible && !this.#lock) {
      // Refused on an empty battery, or when the page was hidden meanwhile: asked again when it is seen.
      this.#lock = await navigator.wakeLock.request('screen').catch(() => null);
      this.#lock?.addEventListener('release', () => {
        this.#lock = null;
      });
    } else if (!wanted) await this.#lock?.release();
  }
}
