import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import type { Toast } from './toast.ts'

/** Above the footer, and clear of the panels at either side. */
export const Toasts = () => <Notifications position="bottom-center" limit={4} zIndex={1000} containerWidth={360} />

export const showToast = ({ message, color, timeoutMs, top }: Required<Toast>): void => {
  notifications.show({
    message,
    color,
    autoClose: timeoutMs,
    position: top ? 'top-center' : 'bottom-center',
    role: color === 'red' ? 'alert' : 'status',
  })
}
