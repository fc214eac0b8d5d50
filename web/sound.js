// Sounds made on the spot: a stone on wood, a refusal, a win, a loss.

/** @type {AudioContext | null} */
let context = null;

/** @param {'stone' | 'illegal' | 'win' | 'loss'} kind @param {number} volume from 0 to 1 */
export function sound(kind, volume) {
  // Browsers keep pages silent until someone touches them.
  if (volume <= 0 || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
  } catch {
    return;
  }
  if (context.state === 'suspended') void context.resume().catch(() => {});
  if (context.state !== 'running') return;
  if (kind === 'stone') stone(context, volume);
  else if (kind === 'illegal')
    tones(
      context,
      [
        [150, 0],
        [130, 0.09],
      ],
      'triangle',
      volume * 0.5,
      0.09,
    );
  else if (kind === 'loss')
    tones(
      context,
      [
        [392, 0],
        [330, 0.16],
        [262, 0.32],
      ],
      'sine',
      volume * 0.3,
      0.5,
    );
  else
    tones(
      context,
      [
        [523, 0],
        [659, 0.12],
        [784, 0.24],
      ],
      'sine',
      volume * 0.4,
      0.5,
    );
}

/** A knock (filtered noise) and the board's low answer. @param {AudioContext} audio @param {number} volume */
function stone(audio, volume) {
  const now = audio.currentTime;
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-9 * i) / length);
  const knock = audio.createBufferSource();
  knock.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = 1900 + Math.random() * 300;
  filter.Q.value = 1.4;
  const gain = audio.createGain();
  gain.gain.value = volume * 1.3;
  knock.connect(filter).connect(gain).connect(audio.destination);
  knock.start(now);
  tones(audio, [[210, 0]], 'sine', volume * 0.5, 0.06);
}

/**
 * @param {AudioContext} audio
 * @param {[number, number][]} notes frequency and start
 * @param {OscillatorType} type
 * @param {number} volume
 * @param {number} length seconds
 */
function tones(audio, notes, type, volume, length) {
  for (const [frequency, start] of notes) {
    const at = audio.currentTime + start;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.type = type;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}
