const englishStops = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit']
const hebrewStops = ['הסר', 'הסירו', 'הסרה', 'להסרה', 'עצור', 'עצרו', 'הפסק', 'הפסיקו', 'ביטול']
const stops = [...englishStops, ...hebrewStops]
const starts = ['start', 'unstop', 'התחל', 'התחילו']

/** Recognises STOP and START, also in quotes, with a full stop or with direction marks. Undefined for other texts. */
export const textCommand = (text: string): 'stop' | 'start' | undefined => {
  const word = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').toLowerCase()
  if (stops.includes(word)) return 'stop'
  return starts.includes(word) ? 'start' : undefined
}

/** Sender's number in international form; undefined for names and short codes, to which nobody can reply. */
export const senderNumber = (from: string): string | undefined => {
  const number = from.trim().replace(/^whatsapp:/i, '')
  if (!/^\+?[\d\s().-]+$/.test(number)) return undefined
  const isInternational = /^(\+|00)/.test(number)
  const digits = number.replace(/\D/g, '').replace(/^00/, '')
  if (digits.length < 7 || digits.length > 15) return undefined
  return isInternational ? `+${digits}` : digits
}
