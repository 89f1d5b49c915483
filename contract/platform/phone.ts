/** Returns whether a text could be a phone number of some country. */
export const isLikePhone = (text: string): boolean => {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0
  return digits >= 7 && digits <= 20 && !/\p{L}/u.test(text)
}

type Reader = (text: string) => string | null

/** How phone fields are read now: null where only stored numbers are read, and in the browser. */
let present: Reader | null = null

/** Runs `act` while phone fields are read by `read`, as if typed in the U.S.; what it refuses is an error of the field. */
export const withPhoneReader = <T>(read: Reader, act: () => T): T => {
  present = read
  try {
    return act()
  } finally {
    present = null
  }
}

/** Returns whether a phone field can have a text. */
export const isPhone = (text: string): boolean => (present ? present(text) !== null : isLikePhone(text))

/** Returns a phone field’s value. A number that is stored stays as it is, also if it’s written as `phoneText` shows it. */
export const toPhone = (text: string): string =>
  present?.(text) ?? text.replace(/^\((\d{3})\) (\d{3})-(\d{4})$/, '+1$1$2$3')

/** Formats a phone number: '+14635583453' → '(463) 558-3453'. Other countries stay E.164. */
export const phoneText = (phone: string): string => {
  const us = /^\+?1?(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return us && (phone.startsWith('+1') || !phone.startsWith('+')) ? `(${us[1]}) ${us[2]}-${us[3]}` : phone
}
