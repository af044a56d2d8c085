export const oneDecimal = (value: number | string, language: string): string => {
  const number = typeof value === 'number' ? value : Number(value)
  if (value === '' || !Number.isFinite(number)) return String(value)
  return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number)
}
