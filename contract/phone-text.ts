/** Formats a phone number: '+14635583453' → '(463) 558-3453'. Other countries stay E.164. */
export const phoneText = (phone: string): string => {
  const us = /^\+?1?(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return us && (phone.startsWith('+1') || !phone.startsWith('+')) ? `(${us[1]}) ${us[2]}-${us[3]}` : phone
}
