import { ColorInput, NativeSelect, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ChatTemplate,
  type FieldProblem,
  type FieldProblems,
  fieldProblems,
  type Language,
  languages,
  type Service,
} from '#contract'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { useDraftFile } from '../../ui/forms/draft-file.ts'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ImageField } from '../../ui/images/ImageField.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { contrast } from '../../ui/theme/colour.ts'
import { DEFAULT_PRIMARY } from '../../ui/theme/theme.ts'
import { useChangeService } from './data.ts'
import { HomeAreaField } from './HomeAreaField.tsx'

type Values = {
  title: string
  translations: Service['translations']
  colour: string
  chatTemplate: string
  requiresSecondFactor: boolean
  mainLanguage: Language
  homeArea: Service['homeArea']
}

/** `hasSecondFactor`: whether the editing member has a second factor, without which it cannot be required of others. */
type Props = { draft: string; service: Service; hasSecondFactor: boolean; more?: ReactNode }

/** Minimum contrast with white, because the colour is used below white text and as text on white. */
const ENOUGH_CONTRAST = 4.5
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

const check = ({ title, colour, chatTemplate }: Values): FieldProblems => {
  const { error } = ChatTemplate.safeParse(chatTemplate)
  return {
    ...(title.trim() === '' && { title: 'form.required' as const }),
    ...(!isColour(colour) && { colour: 'form.invalid' as const }),
    ...(error && { chatTemplate: fieldProblems(error, 'chatTemplate').chatTemplate ?? ('form.invalid' as const) }),
  }
}

export const ServiceForm = ({ draft, service, hasSecondFactor, more }: Props) => {
  const { t } = useTranslation()
  const save = useChangeService(service._id)
  const saved: Values = {
    title: service.title,
    translations: service.translations,
    colour: service.colours.primary ?? DEFAULT_PRIMARY,
    chatTemplate: service.chatTemplate ?? '',
    requiresSecondFactor: service.requiresSecondFactor,
    mainLanguage: service.mainLanguage,
    homeArea: service.homeArea,
  }
  const form = useDraftForm({ draft, saved, check })
  const { values, set, errorOf } = form
  const [logo, setLogo] = useDraftFile(draft)
  const [isLogoRemoved, setIsLogoRemoved] = useState(false)
  const [logoProblem, setLogoProblem] = useState<FieldProblem>()
  const isFaint = isColour(values.colour) && contrast(values.colour, '#ffffff') < ENOUGH_CONTRAST

  const send = async () => {
    const { title, translations, colour, chatTemplate, requiresSecondFactor, mainLanguage, homeArea } = form.changes
    await save.mutateAsync({
      body: {
        title,
        translations: translations && JSON.stringify(translations),
        colours: colour && JSON.stringify({ primary: colour }),
        chatTemplate,
        requiresSecondFactor: requiresSecondFactor === undefined ? undefined : String(requiresSecondFactor),
        mainLanguage,
        homeArea: homeArea === undefined ? undefined : JSON.stringify(homeArea),
        removeLogo: isLogoRemoved && !logo ? 'true' : undefined,
      },
      logo,
    })
    form.forget()
    setLogo(null)
    setIsLogoRemoved(false)
    toast({ message: t('serviceSettings.updated') })
  }
  return (
    <FormFrame
      label={t('serviceSettings.title')}
      isMoreChanged={logo !== null || isLogoRemoved}
      isBusy={save.isPending}
      form={form}
      send={send}
      onDiscard={() => {
        setLogo(null)
        setIsLogoRemoved(false)
      }}
    >
      <TranslatedInput
        label={t('serviceSettings.name')}
        field="title"
        withAsterisk
        maxLength={200}
        {...form.textField('title')}
        {...form.translations()}
      />
      <NativeSelect
        label={t('starter.language')}
        description={t('serviceSettings.mainLanguageHint')}
        value={values.mainLanguage}
        data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
        onChange={(event) => set('mainLanguage', event.currentTarget.value as Language)}
      />
      <HomeAreaField area={values.homeArea} onChange={(area) => set('homeArea', area)} />
      <ImageField
        label={t('serviceSettings.logo')}
        isSmall
        file={logo}
        src={isLogoRemoved ? undefined : (service.logo ?? undefined)}
        alt={t('serviceSettings.logo')}
        error={logoProblem && t(logoProblem)}
        onChoose={(file) => {
          setLogo(file)
          setLogoProblem(undefined)
        }}
        onRemove={() => (logo ? setLogo(null) : setIsLogoRemoved(true))}
        onProblem={setLogoProblem}
      />
      <ColorInput
        label={t('serviceSettings.colour')}
        description={isFaint ? t('serviceSettings.faint') : t('serviceSettings.colourHint')}
        value={values.colour}
        onChange={(colour) => set('colour', colour)}
        format="hex"
        dir="ltr"
        swatches={['#1f5fbf', '#0b7285', '#087f5b', '#2b8a3e', '#5f3dc4', '#a61e4d', '#c92a2a', '#495057']}
        withEyeDropper={false}
        popoverProps={{ zIndex: 400 }}
        error={errorOf('colour')}
      />
      <TextInput
        label={t('serviceSettings.chatTemplate')}
        description={t('serviceSettings.chatTemplateHint')}
        placeholder="https://wa.me/{phone}"
        dir="ltr"
        maxLength={500}
        {...form.textField('chatTemplate')}
      />
      <Switch
        label={t('serviceSettings.secondFactor')}
        description={t(hasSecondFactor ? 'serviceSettings.secondFactorHint' : 'serviceSettings.secondFactorFirst')}
        disabled={!hasSecondFactor}
        checked={values.requiresSecondFactor}
        onChange={(event) => set('requiresSecondFactor', event.currentTarget.checked)}
      />
      {more}
    </FormFrame>
  )
}
