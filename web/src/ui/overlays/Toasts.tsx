import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import i18next from 'i18next'
import classes from './Toasts.module.css'

export type Toast = {
  message: string
  color?: string
  /** If false, the toast stays until it is dismissed or the next such toast appears. */
  timeoutMs?: number | false
  top?: boolean
  action?: { label: string; run: () => void }
}

/** Toasts appear above the footer, between the side panels. */
export const Toasts = () => (
  <Notifications
    classNames={{ root: classes.toasts }}
    position="bottom-center"
    limit={4}
    zIndex={1000}
    containerWidth={360}
  />
)

type ToastOptions = Required<Omit<Toast, 'action'>> & Pick<Toast, 'action'>

/** Id of the toast with an action. A newer one replaces it, because an older undo may no longer apply. */
let withAction: string | undefined

/**
 * Id of the toast that stays until it is dismissed. Other toasts, such as notices of sensors, come and go beside it.
 */
let lasting: string | undefined

export const showToast = ({ message, color, timeoutMs, top, action }: ToastOptions): void => {
  if (action && withAction) notifications.hide(withAction)
  if (timeoutMs === false && lasting) notifications.hide(lasting)
  const id = notifications.show({
    message: action ? (
      <span className={classes.withAction}>
        {message}
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            notifications.hide(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      </span>
    ) : (
      message
    ),
    color,
    autoClose: timeoutMs,
    position: top ? 'top-center' : 'bottom-center',
    role: color === 'red' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': i18next.t('word.dismiss') },
  })
  if (action) withAction = id
  if (timeoutMs === false) lasting = id
}
