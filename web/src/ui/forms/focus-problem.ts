/**
 * Focuses the first field on the page that has something wrong with it. Fields say who they are in `data-field`; where
 * none does, the first one that is marked as invalid is taken.
 */
export const focusProblem = (form: HTMLElement | null, isWrong: (field: string) => boolean): void => {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const named = fields
    .find(({ dataset }) => isWrong(dataset.field ?? ''))
    ?.querySelector<HTMLElement>('input:not([type=file]), textarea, select, [contenteditable=true], button')
  const problem = named ?? form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')
  problem?.focus()
}
