/** On a tablet the sidebar has icons only; their words stay for screen readers. */
export const onlyWide = 'md:max-lg:sr-only'
