// Four voices, synthesised from oscillators and a little noise. `level` is 2 for loud, 1 for soft, 0.5 for a subdivision.

const VOICES = {
  click(context, out, time, level) {
    tone(context, out, {
      time,
      from: level > 1 ? 2100 : level === 1 ? 1500 : 1150,
      fall: 0.6,
      length: 0.035,
      type: "triangle",
    });
    noise(context, out, { time, length: 0.012, filter: 4200, gain: 0.35 });
  },
  wood(context, out, time, level) {
    const pitch = level > 1 ? 1180 : level === 1 ? 880 : 700;
    tone(context, out, { time, from: pitch, fall: 0.92, length: 0.07 });
    tone(context, out, { time, from: pitch * 2.62, fall: 0.95, length: 0.03, gain: 0.4 });
    noise(context, out, { time, length: 0.008, filter: 2400, gain: 0.3 });
  },
  beep(context, out, time, level) {
    tone(context, out, {
      time,
      from: level > 1 ? 1760 : level === 1 ? 880 : 660,
      fall: 1,
      length: 0.09,
      hold: 0.04,
    });
  },
  drum(context, out, time, level) {
    if (level > 1) {
      tone(context, out, { time, from: 150, fall: 0.3, length: 0.22, gain: 1.5 });
      noise(context, out, { time, length: 0.01, filter: 1800, gain: 0.25 });
    } else {
      noise(context, out, { time, length: level === 1 ? 0.06 : 0.03, filter: 8200, gain: 0.8 });
    }
  },
};

const LOUDNESS = { 2: 0.9, 1: 0.5, 0.5: 0.24 };

export function strike(context, output, { sound, time, level, volume }) {
  const out = context.createGain();
  out.gain.value = LOUDNESS[level] * volume;
  out.connect(output);
  VOICES[sound](context, out, time, level);
}

function tone(context, out, { time, from, fall, length, type = "sine", gain = 1, hold = 0.001 }) {
  const oscillator = context.createOscillator();
  const envelope = context.createGain();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(from, time);
  if (fall !== 1) oscillator.frequency.exponentialRampToValueAtTime(from * fall, time + length);
  shape(envelope.gain, time, gain, hold, length);
  oscillator.connect(envelope).connect(out);
  oscillator.start(time);
  oscillator.stop(time + length + 0.02);
}

let hiss = null;

function noise(context, out, { time, length, filter, gain }) {
  if (hiss?.sampleRate !== context.sampleRate) {
    hiss = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = context.createBufferSource();
  const band = context.createBiquadFilter();
  const envelope = context.createGain();
  source.buffer = hiss;
  band.type = "highpass";
  band.frequency.value = filter;
  shape(envelope.gain, time, gain, 0.001, length);
  source.connect(band).connect(envelope).connect(out);
  source.start(time, Math.random() * 0.1);
  source.stop(time + length + 0.02);
}

function shape(gain, time, peak, hold, length) {
  gain.setValueAtTime(0, time);
  gain.linearRampToValueAtTime(peak, time + 0.001);
  gain.setValueAtTime(peak, time + hold + 0.001);
  gain.exponentialRampToValueAtTime(0.0001, time + length);
}
