/** Why no one can read a file: it needs a password, is damaged or cut off, or has more pixels than fit in memory. */
export type Unreadable = 'locked' | 'damaged' | 'too_many_pixels'
