import { useTranslation } from 'react-i18next'
import classes from './DemoAccounts.module.css'

/** The account `hebrew` belongs to a service in Hebrew. */
const usernames = ['technician', 'admin', 'operator', 'viewer', 'hebrew']
const password = 'cohesion-demo'

type Props = { onChoose: (account: { username: string; password: string }) => void }

export const DemoAccounts = ({ onChoose }: Props) => {
  const { t } = useTranslation()
  return (
    <aside className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title" className={classes.title}>
        {t('login.demo')}
      </h2>
      <p className={classes.hint}>{t('login.demoHint')}</p>
      <div className={classes.accounts}>
        {usernames.map((username) => (
          <button
            key={username}
            type="button"
            className={classes.account}
            onClick={() => onChoose({ username, password })}
          >
            <bdi>{username}</bdi>
          </button>
        ))}
      </div>
    </aside>
  )
}
