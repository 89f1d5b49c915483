/** The addresses above a screen that have no screen, each with the one that they open. */
export const parentPaths: Readonly<Record<string, string>> = {
  '/schools': '/',
  '/schools/$school': '/schools/$school/period',
  '/schools/$school/email-templates': '/schools/$school/settings/school-email-templates',
  '/schools/$school/period/$period/student-form-submission':
    '/schools/$school/period/$period/student-form-submissions',
  '/schools/$school/period/$period/website': '/schools/$school/period/$period/website/home-page',
  '/schools/$school/period/$period/website/custom-page': '/schools/$school/period/$period/website/home-page',
  '/student': '/start',
  '/student/$student/policy-years': '/student/$student/manage-policy-years',
  '/student/$student/policy-years/$period': '/student/$student/policy-years/$period/insurance-details',
  '/users': '/settings/users',
}

const parents = Object.entries(parentPaths).map(([path, to]) => ({
  pattern: new RegExp(`^${path.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)')}/?$`),
  to,
}))

/** Returns the address of the screen that an address without one opens; null if there’s none. */
export const screenBelow = (pathname: string): string | null => {
  for (const { pattern, to } of parents) {
    const found = pattern.exec(pathname)
    if (found) return to.replaceAll(/\$(\w+)/g, (whole, name: string) => found.groups?.[name] ?? whole)
  }
  return null
}
