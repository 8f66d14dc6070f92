/** Pitch and length of the tone, Hz and s, and its amplitude. */
const PITCH_HZ = 880;
const TONE_S = 0.15;
const AMPLITUDE = 0.1;

/** Plays a short tone to the speaker, and to nobody else: a page that waited is granted, and the microphone is open. */
export async function signalTurn(): Promise<void> {
  const context = new AudioContext();
  const tone = new OscillatorNode(context, { frequency: PITCH_HZ });
  const gain = new GainNode(context, { gain: AMPLITUDE });
  tone.connect(gain).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start();
  tone.stop(context.currentTime + TONE_S);
}
