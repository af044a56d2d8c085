import { Fragment, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { StarterSetName } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import type { FieldOf } from '../../ui/forms/form.ts'
import classes from './StarterField.module.css'
import { StarterPreview } from './StarterPreview.tsx'

/** Choice of a starter set for a new service, with a preview of its contents. */
export const StarterField: FieldOf<StarterSetName | null> = ({ value, onChange }) => {
  const { t } = useTranslation()
  const group = useId()
  const choices = [...StarterSetName.options, null]
  return (
    <fieldset className={classes.field}>
      <legend className={classes.legend}>{t('starter.set')}</legend>
      {choices.map((name) => (
        <Fragment key={name}>
          <label className={classes.choice} data-chosen={name === value || undefined}>
            <input type="radio" name={group} checked={name === value} onChange={() => onChange(name)} />
            <span className={classes.words}>
              <span className={classes.name}>{t(`starter.name.${name ?? 'empty'}`)}</span>
              <span className={classes.hint}>{t(`starter.hint.${name ?? 'empty'}`)}</span>
            </span>
          </label>
          {name && name === value && <StarterPreview name={name} language={currentLanguage()} />}
        </Fragment>
      ))}
    </fieldset>
  )
}
