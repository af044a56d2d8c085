export const visitorKeys = {
  all: ['visitor'],
  publicLink: ['visitor', 'publicLink'],
  texts: ['visitor', 'texts'],
  poster: ['visitor', 'poster'],
} as const
