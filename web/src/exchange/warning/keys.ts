export const warningKeys = {
  all: ['warnings'],
  list: ['warnings', 'list'],
  feeds: ['warnings', 'feeds'],
} as const
