import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FieldProblems,
  Problem,
  type PublicActivity,
  type PublicPage,
  reporterProblems,
  visitorApi,
} from '#contract'
import { call } from '../../api/call.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { titleOf } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { fieldText, focusProblem } from '../../ui/forms/form.ts'
import classes from './Activities.module.css'
import { ActivityFacts } from './ActivityFacts.tsx'
import { goTo } from './address.ts'
import { newKey } from './data.ts'
import { Honeypot } from './report/ReportForm.tsx'
import { noReporter, type ReporterDetails, whoProblems } from './report/values.ts'
import { WhoFields } from './report/WhoFields.tsx'

type Props = { page: PublicPage; token: string; onChanged: () => void }

export const Activities = ({ page, token, onChanged }: Props) => {
  const { t } = useTranslation()
  const [joining, setJoining] = useState<string>()
  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{t('visitor.activities')}</h1>
      {page.activities.length === 0 && <p className={classes.dim}>{t('visitor.noActivities')}</p>}
      {page.activities.map((activity) => (
        <article key={activity._id} className={classes.card} aria-label={activity.name}>
          <h2>
            <bdi>{activity.name}</bdi>
          </h2>
          <ActivityFacts activity={activity} />
          {page.visitor?.activityIds.includes(activity._id) ? (
            <JoinedNotice follow={page.visitor.follow} />
          ) : joining === activity._id ? (
            <Join page={page} token={token} activity={activity} onJoined={onChanged} />
          ) : (
            <Button size="md" onClick={() => setJoining(activity._id)}>
              {t('visitor.join')}
            </Button>
          )}
        </article>
      ))}
    </div>
  )
}

const JoinedNotice = ({ follow }: { follow: string }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.joined}>
      <IconCheck size={20} stroke={2} aria-hidden />
      {t('visitor.joined')}
      <Button variant="subtle" onClick={() => goTo({ follow })}>
        {t('visitor.seeUpdates')}
      </Button>
    </p>
  )
}

type JoinProps = { page: PublicPage; token: string; activity: PublicActivity; onJoined: () => void }

const Join = ({ page, token, activity, onJoined }: JoinProps) => {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const trap = useRef<HTMLInputElement>(null)
  const [key] = useState(newKey)
  const [who, setWho] = useState<ReporterDetails>(() => (page.visitor ? whoOf(page.visitor) : noReporter))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  const showProblems = (problems: FieldProblems) => {
    setProblems(problems)
    focusProblem(form.current, (field) => field in problems)
  }
  const send = async () => {
    if (isSending) return
    const invalid = { ...whoProblems(who), ...reporterProblems({ ...who, isAnonymous: false }, undefined) }
    if (Object.keys(invalid).length > 0) return showProblems(invalid)
    setIsSending(true)
    setFailure(undefined)
    try {
      const body = { ...who, key, language: currentLanguage(), website: trap.current?.value ?? '' }
      const { follow } = await call(visitorApi.subscribe, { params: { link: token, id: activity._id }, body })
      if (follow === page.visitor?.follow) onJoined()
      else goTo({ follow })
    } catch (problem) {
      if (trap.current) trap.current.value = ''
      setFailure(problem)
      if (problem instanceof Problem && problem.fields) showProblems(problem.fields)
      setIsSending(false)
    }
  }
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <WhoFields
        who={who}
        service={titleOf(page.service)}
        errorOf={(field) => problems[field] && fieldText(problems[field], t)}
        onChange={(change, field) => {
          setWho({ ...who, ...change })
          setProblems(({ [field]: _, ...others }) => others)
        }}
        onLeave={() => setProblems((before) => ({ ...before, ...whoProblems(who) }))}
      />
      <Honeypot inputRef={trap} />
      <ProblemText problem={failure} />
      <Button type="submit" size="md" loading={isSending}>
        {t('visitor.joinNow')}
      </Button>
    </form>
  )
}

const whoOf = ({ firstName, lastName, phone }: ReporterDetails): ReporterDetails => ({ firstName, lastName, phone })
