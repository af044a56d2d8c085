import classes from './PhoneLink.module.css'

export const telLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** A phone number in a text. Left to right, also in Hebrew. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a className={classes.link} href={telLink(phone)}>
    <bdi dir="ltr">{phone}</bdi>
  </a>
)
