export const visitorKeys = {
  all: ['visitor'],
  publicLink: ['visitor', 'publicLink'],
  texts: ['visitor', 'texts'],
  poster: ['poster', 'texts'],
} as const
