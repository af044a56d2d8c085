/** Leads to the first field, as it stands on the page, that has something wrong with it; fields say who they are in `data-field`. */
export const focusProblem = (form: HTMLElement | null, isWrong: (field: string) => boolean): void => {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  fields
    .find(({ dataset }) => isWrong(dataset.field ?? ''))
    ?.querySelector<HTMLElement>('input:not([type=file]), textarea, select, [contenteditable=true], button')
    ?.focus()
}
