import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Language,
  languages,
  PERSON_NAME_MAX,
  Problem,
  passwordProblem,
  type StarterSetName,
  setupApi,
} from '#contract'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { startSession } from '../../api/session.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { afterPress } from '../../ui/browser/after-press.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { FieldPair } from '../../ui/fields/FieldGroup.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { NewPasswordField } from '../../ui/fields/NewPasswordField.tsx'
import { type FieldOf, fieldErrors } from '../../ui/forms/form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { type Home, HomePlace } from './HomePlace.tsx'
import classes from './SetupPage.module.css'

const empty = { token: '', serviceTitle: '', firstName: '', lastName: '', username: '', password: '' }
type Field = keyof typeof empty
const required: Field[] = ['token', 'serviceTitle', 'firstName', 'username', 'password']

export const SetupPage = ({ StarterField }: { StarterField: FieldOf<StarterSetName | null> }) => {
  const { t } = useTranslation()
  const [values, setValues] = useState({
    ...empty,
    token: new URLSearchParams(location.hash.slice(1)).get('token') ?? '',
  })
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [problem, setProblem] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(false)
  const [mainLanguage, setMainLanguage] = useState<Language>(currentLanguage)
  const [home, setHome] = useState<Home | null>(null)
  const [starterSet, setStarterSet] = useState<StarterSetName | null>('emergency')
  const form = useRef<HTMLFormElement>(null)

  const wrongIn = (field: Field): string | undefined => {
    if (required.includes(field) && !values[field].trim()) return t('form.required')
    const weakness = field === 'password' && passwordProblem(values.password)
    return weakness ? t(weakness) : undefined
  }
  const show = (next: Partial<Record<Field, string>>) => {
    setErrors(next)
    const first = Object.keys(empty).find((field) => next[field as Field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const invalid = Object.fromEntries((Object.keys(empty) as Field[]).map((field) => [field, wrongIn(field)]))
    show(invalid)
    if (Object.values(invalid).some(Boolean)) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { accessToken } = await call(setupApi.create, {
        body: { ...values, mainLanguage, starterSet, homeArea: home?.area ?? null },
      })
      startSession(accessToken)
      location.replace('/')
    } catch (error) {
      const wrongFields = fieldErrors(error, t)
      // An invalid setup token is reported at its field only.
      if (error instanceof Problem && error.code === 'setupToken') wrongFields.token = problemText(error, t)
      show(wrongFields)
      setProblem(Object.keys(wrongFields).length > 0 ? undefined : error)
      setIsBusy(false)
    }
  }

  const field = (name: Field) => ({
    name,
    value: values[name],
    error: errors[name],
    withAsterisk: required.includes(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: event.currentTarget.value }),
    onBlur: () => values[name] && afterPress(() => setErrors((now) => ({ ...now, [name]: wrongIn(name) }))),
  })

  return (
    <Card title={t('setup.title')} intro={t('setup.intro')}>
      <form ref={form} onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          {...field('token')}
          label={t('setup.token')}
          description={t('setup.tokenHint')}
          autoComplete="off"
          autoFocus={!values.token}
        />
        <TextInput {...field('serviceTitle')} label={t('setup.service')} description={t('setup.serviceHint')} />
        <NativeSelect
          label={t('starter.language')}
          description={t('starter.languageHint')}
          value={mainLanguage}
          data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
          onChange={(event) => setMainLanguage(event.currentTarget.value as Language)}
        />
        <HomePlace
          token={values.token}
          home={home}
          onChange={setHome}
          onWrongToken={(wrong) => setErrors((now) => ({ ...now, token: problemText(wrong, t) }))}
        />
        <StarterField value={starterSet} onChange={setStarterSet} />
        <h2 className={classes.heading}>{t('setup.account')}</h2>
        <FieldPair>
          <LimitedInput
            {...field('firstName')}
            maxLength={PERSON_NAME_MAX}
            label={t('setup.firstName')}
            autoComplete="given-name"
          />
          <LimitedInput
            {...field('lastName')}
            maxLength={PERSON_NAME_MAX}
            label={t('setup.lastName')}
            autoComplete="family-name"
          />
        </FieldPair>
        <TextInput
          {...field('username')}
          label={t('setup.username')}
          description={t('setup.usernameHint')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField {...field('password')} label={t('setup.password')} />
        <ProblemText problem={problem} />
        <Button type="submit" loading={isBusy}>
          {t('setup.submit')}
        </Button>
      </form>
    </Card>
  )
}
