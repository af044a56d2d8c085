let context: AudioContext | undefined

const tone = (audio: AudioContext, hertz: number, from: number, seconds: number) => {
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = hertz
  const start = audio.currentTime + from
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.25, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(start + seconds)
}

/**
 * Plays two tones for a notice or three rising ones for an alarm. The tones are synthesised, so that no file is loaded.
 */
export const sound = async (isAlarm: boolean): Promise<void> => {
  context ??= new AudioContext()
  // Browsers block audio before the first click on the page. Only the notice is shown then.
  if (context.state === 'suspended')
    await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 200))])
  if (context.state !== 'running') return
  const tones = isAlarm ? [660, 880, 1100] : [520, 420]
  for (const [place, hertz] of tones.entries()) tone(context, hertz, place * 0.16, 0.22)
}
