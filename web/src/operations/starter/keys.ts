export const starterKeys = {
  all: ['starter'],
  applied: ['starter', 'applied'],
  steps: ['starter', 'steps'],
} as const
