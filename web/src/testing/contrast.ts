const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const contrast = (a: string, b: string): number => {
  const [brighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (brighter + 0.05) / (darker + 0.05)
}
