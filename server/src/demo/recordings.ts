const RATE = 8000

export const tone = (bursts: readonly number[]): Buffer => {
  const seconds = bursts.length * 1.2
  const samples = Math.floor(seconds * RATE)
  const sound = Buffer.alloc(44 + samples * 2)
  sound.write('RIFF', 0)
  sound.writeUInt32LE(36 + samples * 2, 4)
  sound.write('WAVEfmt ', 8)
  sound.writeUInt32LE(16, 16)
  sound.writeUInt16LE(1, 20)
  sound.writeUInt16LE(1, 22)
  sound.writeUInt32LE(RATE, 24)
  sound.writeUInt32LE(RATE * 2, 28)
  sound.writeUInt16LE(2, 32)
  sound.writeUInt16LE(16, 34)
  sound.write('data', 36)
  sound.writeUInt32LE(samples * 2, 40)
  for (let sample = 0; sample < samples; sample++) {
    const time = sample / RATE
    const knocks = bursts[Math.floor(time / 1.2)] ?? 0
    const inBurst = time % 1.2
    const sinceKnock = inBurst < knocks * 0.22 ? inBurst % 0.22 : 1
    const loud = Math.exp(-sinceKnock * 28) * 0.7
    sound.writeInt16LE(Math.round(32_000 * loud * Math.sin(2 * Math.PI * 180 * time)), 44 + sample * 2)
  }
  return sound
}
