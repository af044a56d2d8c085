export const exportKeys = {
  about: (list: object, language: string | undefined) => ['export', 'about', list, language] as const,
}
