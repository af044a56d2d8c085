/** A thing as it is replied: the service decides who may see it and is no field of its own in the reply. */
export const withoutService = <T extends { serviceId: string }>({ serviceId: _, ...thing }: T): Omit<T, 'serviceId'> =>
  thing
