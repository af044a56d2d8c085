export const tokenKeys = {
  all: ['tokens'],
} as const
