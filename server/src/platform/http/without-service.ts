/** Omits `serviceId`, which decides who may see a row and is not part of replies. */
export const withoutService = <T extends { serviceId: string }>({ serviceId: _, ...thing }: T): Omit<T, 'serviceId'> =>
  thing
