export const rotaKeys = { all: ['rota'], list: ['rota', 'list'] } as const
