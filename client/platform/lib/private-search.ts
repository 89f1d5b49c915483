/**
 * What identifies a student doesn’t stand in the address, which browsers keep in their history, sessions and tabs: search
 * texts, and filters and rules on names, birth dates, IDs, email addresses and phone numbers. The router sees them as part
 * of the URL; they’re kept with the history’s entry instead (`client/app/create-app.tsx`).
 */

/** The key of the private parameters in the state of a history’s entry, as a query without its question mark. */
export const privateKey = 'privateSearch'

/** A key, or the field of a rule, in JSON: columns that identify a person, or only sound like it. */
const identifying = /("field":|[{,])"[a-z_]*(name|initial|dob|.id"|ssn|number|email|phone)/

/** Returns whether a parameter isn’t shown. A path to return to is hidden if it has such a parameter. */
const isPrivate = (parameter: string): boolean => {
  const [[name, text] = ['', '']] = new URLSearchParams(parameter)
  if (name === 'q') return text !== ''
  return name === 'redirect' ? splitHref(text).hidden !== '' : name !== 'layout' && identifying.test(text)
}

/** Returns a query with its question mark; '' for none. */
const asQuery = (parts: readonly string[]): string => {
  const query = parts.filter(Boolean).join('&')
  return query && `?${query}`
}

/** Returns the query of the address with the private parameters of its entry: '?page=2&q=Ana', or ''. */
export const wholeSearch = (search: string, state: unknown): string =>
  // the app writes no state that isn't an object
  asQuery([search.slice(1), (state as { [privateKey]?: string } | null)?.[privateKey] ?? ''])

/** Returns the part of a path with query and fragment that the address shows, and the private parameters. */
export const splitHref = (href: string): { readonly address: string; readonly hidden: string } => {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(href) ?? []
  const parts = search.split('&')
  const hidden = parts.filter(isPrivate)
  return {
    address: path + asQuery(parts.filter((part) => !hidden.includes(part))) + hash,
    hidden: hidden.join('&'),
  }
}
