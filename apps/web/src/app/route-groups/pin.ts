export { PinPage, SetPinPage } from '../routes/pin.tsx'
export { RestorePassPage } from '../routes/restore-pass.tsx'
