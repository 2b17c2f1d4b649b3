# Prints what zsh completes, a line each. Arguments: the completion script, the line so far.
# An interactive zsh runs in a pseudo-terminal of this one, with a compadd that prints the matches.
zmodload zsh/zpty
zpty inner zsh -f -i
read_to() {
  local line
  while zpty -r inner line; do
    line=${line//$'\r'/}
    line=${line%$'\n'}
    [[ $line == *$1* ]] && return
    [[ -n $2 ]] && print -r -- $line
  done
}
zpty -w inner 'PROMPT=; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; zmodload zsh/complist'
zpty -w inner "source ${(q)1}"
zpty -w inner 'null() { return 0; }; zle -N null; compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return $?; fi
  typeset -a hits; builtin compadd -A hits "$@"; builtin compadd "$@"; print -rl -- $hits
}
compprefuncs=(start_mark); comppostfuncs=(end_mark)
start_mark() { print; print -r -- "<""start>"; }
end_mark() { print -r -- "<""end>"; exit; }
bindkey "^I" complete-word; print "<""ready>"'
read_to '<ready>'
zpty -w -n inner "$2"$'\t'
read_to '<start>'
read_to '<end>' print
zpty -d inner
