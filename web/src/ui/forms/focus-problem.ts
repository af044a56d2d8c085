export const focusProblem = (form: HTMLElement | null, hasError: (field: string) => boolean): void => {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const fieldWithError = fields
    .find(({ dataset }) => hasError(dataset.field ?? ''))
    ?.querySelector<HTMLElement>('input:not([type=file]), textarea, select, [contenteditable=true], button')
  const problem = fieldWithError ?? form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')
  problem?.focus()
}
