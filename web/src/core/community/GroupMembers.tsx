import { IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, type Group, type GroupCandidate, initialOf } from '#contract'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { Avatar } from '../../ui/images/Avatar.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import { OneLine } from '../../ui/text/OneLine.tsx'
import classes from './Dialog.module.css'
import card from './GroupCard.module.css'
import { useAddMember, useCandidates, useRemoveMember } from './group-data.ts'

export const GroupMembers = ({ group, mayEdit }: { group: Group; mayEdit: boolean }) => {
  const { t } = useTranslation()
  const [isAdding, setIsAdding] = useState(false)
  const remove = useRemoveMember(group._id)
  return (
    <section className={card.section} aria-label={t('groups.membersTitle')}>
      <h3 className={card.heading}>
        {t('groups.membersTitle')}
        {mayEdit && (
          <IconButton icon={IconUserPlus} label={t('groups.addMember')} size={36} onClick={() => setIsAdding(true)} />
        )}
      </h3>
      {group.members.length === 0 && <p className={card.dim}>{t('groups.noMembers')}</p>}
      <ul className={card.list}>
        {group.members.map((member) => (
          <Person key={member._id} person={member}>
            {(name) =>
              mayEdit && (
                <IconButton
                  icon={IconUserMinus}
                  label={t('groups.removeMember', { name })}
                  size={36}
                  disabled={remove.isPending}
                  onClick={() => remove.mutateAsync(member._id).catch(toastProblem)}
                />
              )
            }
          </Person>
        ))}
      </ul>
      {isAdding && <AddDialog groupId={group._id} onClose={() => setIsAdding(false)} />}
    </section>
  )
}

type PersonProps = { person: Omit<GroupCandidate, '_id'>; children: (name: string) => ReactNode }

const Person = ({ person, children }: PersonProps) => {
  const { t } = useTranslation()
  const name = displayName(person) || t('word.guest')
  return (
    <li className={card.member}>
      <Avatar photo={person.photo && `${person.photo}?size=thumb`} initial={initialOf(person)} size={36} />
      <div className={card.names}>
        <OneLine text={name} className={card.who} />
        {person.kind === 'visitor' && <p className={card.dim}>{t('groups.visitor')}</p>}
      </div>
      {children(name)}
    </li>
  )
}

/** The dialog stays open, so that several members can be added. */
const AddDialog = ({ groupId, onClose }: { groupId: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { data: candidates, error, refetch } = useCandidates(groupId, search)
  const add = useAddMember(groupId)
  return (
    <Dialog onClose={onClose} title={t('groups.addMember')} size={400}>
      <div className={classes.form}>
        <SearchField label={t('groups.findMember')} value={search} onChange={setSearch} onDown={() => {}} />
        <ProblemText problem={error} onRetry={() => refetch()} />
        {candidates?.length === 0 && <p className={card.dim}>{t('groups.nobodyFound')}</p>}
        <ul className={classes.results}>
          {candidates?.map((candidate) => (
            <Person key={candidate._id} person={candidate}>
              {(name) => (
                <IconButton
                  icon={IconUserPlus}
                  label={t('groups.addNamed', { name })}
                  size={36}
                  disabled={add.isPending}
                  onClick={() => add.mutateAsync(candidate).catch(toastProblem)}
                />
              )}
            </Person>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
