import { Button } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconFileSearch, IconLock, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may, mayEver, type Profile, type Rule } from '#contract'
import { Alarms } from '../../alarms/rule/Alarms.tsx'
import { useAlarms, useMutes, useRules } from '../../alarms/rule/data.ts'
import { MuteDialog } from '../../alarms/rule/MuteDialog.tsx'
import { MuteList } from '../../alarms/rule/MuteList.tsx'
import { RuleForm } from '../../alarms/rule/RuleForm.tsx'
import { RuleList } from '../../alarms/rule/RuleList.tsx'
import { valuesOf } from '../../alarms/rule/values.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { keepDraft } from '../../ui/forms/draft.ts'
import listClasses from '../../ui/lists/PlainList.module.css'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'
import { EscalationSettings } from './EscalationSettings.tsx'
import { LoadingState, retry } from './LoadingState.tsx'
import { useRuleChoices } from './rule-choices.ts'
import classes from './Settings.module.css'

const draftOf = (profile: Profile, id = 'new') => `rule.${profile._id}.${id}`

export const RuleSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const actor = actorOf(profile)
  const mayEdit = mayEver(actor, 'rule.edit')
  const rules = useRules({ enabled: mayEdit })
  const alarms = useAlarms()
  const mutes = useMutes()
  const choices = useRuleChoices(profile.service._id, { withPlans: mayEdit })
  const [isMuting, setIsMuting] = useState(false)
  if (!mayEdit) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  const copy = (rule: Rule) => {
    keepDraft(draftOf(profile), {
      ...valuesOf(rule),
      name: t('rule.copyName', { name: rule.name, interpolation: { escapeValue: false } }),
    })
    go({ ...workspace, form: 'rule.new' })
  }
  return (
    <div className={classes.panel}>
      <div className={classes.content}>
        {!rules.data || !choices.data ? (
          <LoadingState problem={rules.error ?? choices.error} onRetry={() => retry(rules, ...choices.queries)} />
        ) : (
          <>
            {rules.data.length === 0 && <EmptyState icon={IconBellRinging} text={t('rule.none')} />}
            <RuleList
              rules={rules.data}
              choices={choices.data}
              onEdit={(id) => go({ ...workspace, form: `rule.edit.${id}` })}
              onCopy={copy}
            />
            <EscalationSettings profile={profile} />
            {alarms.data && alarms.data.length > 0 && (
              <>
                <h3 className={listClasses.heading}>{t('rule.alarms')}</h3>
                <Alarms
                  alarms={alarms.data}
                  choices={choices.data}
                  mayEnd={mayEver(actor, 'alarm.end')}
                  onSensor={(id) => go({ ...workspace, selected: `sensor.${id}` })}
                  onEvent={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })}
                  onWarning={(id) => go({ ...workspace, selected: `warning.${id}` })}
                />
              </>
            )}
            {mutes.data && mutes.data.length > 0 && (
              <>
                <h3 className={listClasses.heading}>{t('rule.mutes')}</h3>
                <MuteList mutes={mutes.data} mayEnd={(mute) => may(actor, 'rule.edit', mute)} />
              </>
            )}
          </>
        )}
      </div>
      <div className={classes.bottom}>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} stroke={1.75} />}
          onClick={() => go({ ...workspace, form: 'rule.new' })}
        >
          {t('rule.create')}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconBellOff size={18} stroke={1.75} />}
          onClick={() => setIsMuting(true)}
        >
          {t('rule.muteAll')}
        </Button>
      </div>
      {isMuting && (
        <MuteDialog target={{ type: 'all' }} name={t('rule.allAlarms')} onClose={() => setIsMuting(false)} />
      )}
    </div>
  )
}

export const RuleEditor = ({ id, profile }: { id: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const mayEdit = mayEver(actorOf(profile), 'rule.edit')
  const rules = useRules({ enabled: mayEdit })
  const choices = useRuleChoices(profile.service._id, { withPlans: mayEdit })
  if (!mayEdit) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  if (!rules.data || !choices.data)
    return <LoadingState problem={rules.error ?? choices.error} onRetry={() => retry(rules, ...choices.queries)} />
  const rule = rules.data.find(({ _id }) => _id === id)
  if (id && !rule) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  return (
    <RuleForm
      key={id ?? 'new'}
      draft={draftOf(profile, id)}
      rule={rule}
      choices={choices.data}
      onDone={() => go(leaveForm)}
    />
  )
}
