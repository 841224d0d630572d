/* Tests of what must end in an internal error. */
#ifndef HELPER_ICE_H
#define HELPER_ICE_H

/* body(number) runs in a process of its own and must end in an internal error that says `text`; what it
 * prints is not shown. */
void helper_expect_ice(void (*body)(int number), int number, const char *text);

#endif
