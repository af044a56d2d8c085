import { Button, Checkbox, MultiSelect, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OWN_SCOPE, TOKEN_DAYS, type TokenScope } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { fieldErrors } from '../../ui/forms/form.ts'
import { isLimitable, type TokenChoices, type TokenValues } from './data.ts'
import classes from './Token.module.css'

type Props = {
  choices: TokenChoices
  problem: unknown
  isBusy: boolean
  onSubmit: (values: TokenValues) => void
  onCancel: () => void
}

const NAME_MAX = 100
const dayChoices = [7, 30, 90, TOKEN_DAYS, 3 * TOKEN_DAYS] as const

const idsOrAll = (ids: string[]) => (ids.length > 0 ? ids : null)

export const TokenForm = ({ choices, problem, isBusy, onSubmit, onCancel }: Props) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<TokenScope[]>([])
  const [types, setTypes] = useState<string[]>([])
  const [regions, setRegions] = useState<string[]>([])
  const [days, setDays] = useState<number>(TOKEN_DAYS)
  const [password, setPassword] = useState('')
  const errors = fieldErrors(problem, t)
  const isUsable = name.trim() !== '' && name.length <= NAME_MAX && scopes.length > 0 && password !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isUsable || isBusy) return
    const limits = isLimitable(scopes) ? { eventTypes: idsOrAll(types), regions: idsOrAll(regions) } : {}
    onSubmit({ name: name.trim(), scopes, ...limits, days, password })
  }
  const optionsOf = (things: TokenChoices['types']) => things.map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('token.add')}>
      <LimitedInput
        label={t('token.name')}
        description={t('token.nameHint')}
        value={name}
        maxLength={NAME_MAX}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
        withAsterisk
        data-autofocus
      />
      <Checkbox.Group
        label={t('token.scopes')}
        value={scopes}
        error={errors.scopes}
        onChange={(chosen) => setScopes(choices.scopes.filter((scope) => chosen.includes(scope)))}
        withAsterisk
      >
        <div className={classes.scopes}>
          {choices.scopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`token.scope.${scope}.name`)}
              description={t(`token.scope.${scope}.about`)}
              disabled={scopes.length > 0 && scopes.includes(OWN_SCOPE) !== (scope === OWN_SCOPE)}
            />
          ))}
        </div>
      </Checkbox.Group>
      {isLimitable(scopes) && (
        <>
          <MultiSelect
            label={t('token.types')}
            placeholder={types.length === 0 ? t('token.allTypes') : undefined}
            data={optionsOf(choices.types)}
            value={types}
            error={errors.eventTypes}
            onChange={setTypes}
            searchable
            hidePickedOptions
          />
          {choices.regions.length > 0 && (
            <MultiSelect
              label={t('token.regions')}
              placeholder={regions.length === 0 ? t('token.allRegions') : undefined}
              data={optionsOf(choices.regions)}
              value={regions}
              error={errors.regions}
              onChange={setRegions}
              searchable
              hidePickedOptions
            />
          )}
        </>
      )}
      <NativeSelect
        label={t('token.expiry')}
        value={days}
        error={errors.days}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
        data={dayChoices.map((count) => ({
          value: String(count),
          label:
            count % TOKEN_DAYS === 0 ? t('token.years', { count: count / TOKEN_DAYS }) : t('token.days', { count }),
        }))}
      />
      <PasswordField
        label={t('token.password')}
        description={t('token.passwordHint')}
        autoComplete="current-password"
        withAsterisk
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {Object.keys(errors).length === 0 && <ProblemText problem={problem} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} disabled={!isUsable}>
          {t('token.create')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('word.cancel')}
        </Button>
      </div>
    </form>
  )
}
