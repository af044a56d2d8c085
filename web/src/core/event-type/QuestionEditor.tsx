import { Button, NativeSelect, Switch, TagsInput, TextInput } from '@mantine/core'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, fieldProblems, QuestionDraft, QuestionKind, questionProblems } from '#contract'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { withText } from '../../i18n/names.ts'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { OtherLanguages } from '../../ui/fields/OtherLanguages.tsx'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import classes from './EventTypeForm.module.css'

export type OpenQuestion = {
  settle: () => QuestionDraft | undefined
}

type Props = {
  ref: Ref<OpenQuestion>
  question: QuestionDraft
  /** Whether the editor takes the focus on mount; false for a restored draft. */
  takesFocus: boolean
  onChange: (question: QuestionDraft) => void
  onSave: (question: QuestionDraft) => void
  onCancel: () => void
}

const problemsOf = (question: QuestionDraft): FieldProblems => {
  const { error } = QuestionDraft.safeParse(question)
  return { ...questionProblems(question, 'question'), ...(error && fieldProblems(error)) }
}

/**
 * Edits one question in place. Not a form element, because it is inside the type's form, and Enter must not submit that
 * form.
 */
export const QuestionEditor = ({ ref, question, takesFocus, onChange, onSave, onCancel }: Props) => {
  const { t } = useTranslation()
  const { others } = useTextLanguages()
  const element = useRef<HTMLDivElement>(null)
  const [now, setNow] = useState(question)
  const [wasTried, setWasTried] = useState(false)
  const change = (fields: Partial<QuestionDraft>) => {
    setNow({ ...now, ...fields })
    onChange({ ...now, ...fields })
  }
  const isChoiceTranslated = others.some(({ language }) =>
    Object.keys(now.translations[language] ?? {}).some((field) => field.startsWith('choices.')),
  )
  const problems = wasTried ? problemsOf(now) : {}
  const errorOf = (field: string) => {
    const problem = problems[field] ?? problems[`question.${field}`]
    return problem && t(problem)
  }
  const settle = () => {
    setWasTried(true)
    if (Object.keys(problemsOf(now)).length === 0) return now
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  useImperativeHandle(ref, () => ({ settle }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    if (takesFocus) element.current?.querySelector('input')?.focus()
  }, [])
  const save = () => {
    const settled = settle()
    if (settled) onSave(settled)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form inside a form is not allowed
    <div
      ref={element}
      role="group"
      aria-label={t('question.one')}
      className={classes.fields}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onCancel()
        }
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        if (!event.target.closest('[data-tags]')) save()
      }}
    >
      <TranslatedInput
        label={t('question.text')}
        field="name"
        withAsterisk
        maxLength={500}
        value={now.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorOf('name')}
        translations={now.translations}
        onTranslate={(translations) => change({ translations })}
      />
      <NativeSelect
        label={t('question.kindLabel')}
        value={now.kind}
        onChange={(event) => change({ kind: event.currentTarget.value as QuestionKind, value: '' })}
        data={QuestionKind.options.map((kind) => ({ value: kind, label: t(`question.kind.${kind}`) }))}
      />
      {now.kind === 'choice' && (
        <div className={classes.choices} data-tags>
          <TagsInput
            label={t('question.choices')}
            description={t('question.choicesHint')}
            withAsterisk
            acceptValueOnBlur
            maxTags={100}
            value={now.choices}
            onChange={(choices) => change({ choices, value: choices.includes(now.value) ? now.value : '' })}
            error={errorOf('choices')}
          />
          {now.choices.length > 0 && (
            <OtherLanguages name={t('question.choices')} isUsed={isChoiceTranslated}>
              {others.map(({ language, name, direction }) =>
                now.choices.map((choice) => (
                  <LimitedInput
                    key={language + choice}
                    size="xs"
                    label={t('question.choiceIn', { choice, language: name })}
                    dir={direction}
                    maxLength={200}
                    value={now.translations[language]?.[`choices.${choice}`] ?? ''}
                    onChange={(event) =>
                      change({
                        translations: withText(
                          now.translations,
                          language,
                          `choices.${choice}`,
                          event.currentTarget.value,
                        ),
                      })
                    }
                  />
                )),
              )}
            </OtherLanguages>
          )}
        </div>
      )}
      {(now.kind === 'text' || now.kind === 'number') && (
        <TextInput
          label={t('question.start')}
          maxLength={2000}
          value={now.value}
          onChange={(event) => change({ value: event.currentTarget.value })}
          error={errorOf('value')}
        />
      )}
      <Switch
        label={t('question.isRequired')}
        checked={now.isRequired}
        onChange={(event) => change({ isRequired: event.currentTarget.checked })}
      />
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('word.cancel')}
        </Button>
      </div>
    </div>
  )
}
