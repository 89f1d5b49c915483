/** The media query of a screen as narrow as a phone’s. */
export const phone = '(max-width: 767px)'
