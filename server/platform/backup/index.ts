export { BackupError, type Lock, type Unlock } from './archive.ts'
export { openBackup } from './read-backup.ts'
export { restoreBackup } from './restore-backup.ts'
export { writeBackup } from './write-backup.ts'
