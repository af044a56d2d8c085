import { Button, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, PUBLIC_MAP, type Settings } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { useChangeSettings } from './data.ts'

type Values = Pick<Settings, 'name' | 'offlineMode' | 'publicMap'>

const check = ({ name }: Values): FieldProblems => (name.trim() === '' ? { name: 'form.required' } : {})

export const ServerSettings = ({ settings }: { settings: Settings }) => {
  const { t } = useTranslation()
  const { name, offlineMode, publicMap } = settings
  const form = useDraftForm<Values>({ draft: 'server', saved: { name, offlineMode, publicMap }, check })
  const change = useChangeSettings()
  const isFixed = (setting: string) => settings.setByEnvironment.includes(setting)
  const send = async () => {
    await change.mutateAsync(form.changes)
    form.forget()
    toast({ message: t('word.saved') })
  }
  return (
    <SettingsSection title={t('serverSettings.title')} onSubmit={form.submit(send)}>
      <LimitedInput
        label={t('serverSettings.name')}
        withAsterisk
        maxLength={80}
        disabled={isFixed('name')}
        description={isFixed('name') && t('serverSettings.byEnvironment')}
        {...form.textField('name')}
      />
      <Switch
        label={t('serverSettings.offlineMode')}
        description={isFixed('offlineMode') ? t('serverSettings.byEnvironment') : t('serverSettings.offlineModeHint')}
        disabled={isFixed('offlineMode')}
        {...form.switchField('offlineMode')}
      />
      <Switch
        label={t('serverSettings.publicMap', { name: PUBLIC_MAP.name })}
        description={
          isFixed('MAP_STYLE_URL')
            ? t('serverSettings.byEnvironment')
            : t('serverSettings.publicMapHint', { host: PUBLIC_MAP.host })
        }
        disabled={isFixed('MAP_STYLE_URL')}
        {...form.switchField('publicMap')}
      />
      <ProblemText problem={form.problem} />
      <Button type="submit" disabled={!form.isChanged} loading={change.isPending}>
        {t('word.save')}
      </Button>
    </SettingsSection>
  )
}
