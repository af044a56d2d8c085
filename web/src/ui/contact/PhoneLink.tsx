import classes from './PhoneLink.module.css'

export const telLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** A phone number in a line of text. It reads from left to right beside Hebrew, too. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className={classes.link} href={telLink(phone)}>
    <bdi dir="ltr">{phone}</bdi>
  </a>
)
